#ifndef C_OBJECTIVE_C_H
#define C_OBJECTIVE_C_H

#if defined(__APPLE__)

#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// Returns `[[type alloc] initWithCoder:coder]`. If that raises an exception, stores it and returns nil.
FOUNDATION_EXPORT id _Nullable CodingCallDecode(
  Class type, NSCoder *coder, NSException *_Nullable __strong *_Nonnull exception);

/// Calls `[object encodeWithCoder:coder]`. If that raises an exception, stores it.
FOUNDATION_EXPORT void CodingCallEncode(
  id<NSCoding> object, NSCoder *coder, NSException *_Nullable __strong *_Nonnull exception);

/// An `NSCoder` with the methods that Swift cannot override, as they are unavailable there. Each calls one that a
/// subclass in Swift overrides.
@interface CodingMethods : NSCoder
@end

NS_ASSUME_NONNULL_END

#endif

#endif
