#include "CObjectiveC.h"

#if defined(__APPLE__)

// Each call has a pool of its own, so that what Foundation autoreleases while a million objects are read does not stay
// until the end.

id CodingCallDecode(Class type, NSCoder *coder, NSException *__strong *exception) {
  @autoreleasepool {
    @try {
      id object = [[type alloc] initWithCoder:coder];
      // It may name another object that takes its place.
      return [object awakeAfterUsingCoder:coder];
    } @catch (NSException *raised) {
      *exception = raised;
      return nil;
    }
  }
}

void CodingCallEncode(id<NSCoding> object, NSCoder *coder, NSException *__strong *exception) {
  @autoreleasepool {
    @try {
      [object encodeWithCoder:coder];
    } @catch (NSException *raised) {
      *exception = raised;
    }
  }
}

#endif
