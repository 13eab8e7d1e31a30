#include "CObjectiveC.h"

#if defined(__APPLE__)

/// Returns whether a coder found as many bytes as its caller needs, and fails with an error if not.
static BOOL isEnough(NSCoder *coder, NSUInteger found, NSUInteger needed) {
  if (found >= needed) return YES;
  NSString *text = [NSString stringWithFormat:@"Expected at least %lu bytes, found %lu.", (unsigned long)needed,
                                              (unsigned long)found];
  [coder failWithError:[NSError errorWithDomain:NSCocoaErrorDomain
                                           code:NSCoderReadCorruptError
                                       userInfo:@{NSLocalizedDescriptionKey : text}]];
  return NO;
}

@implementation CodingMethods

// These two are in the headers of macOS 15.4 and iOS 18.4. They are overridden here, so that older headers suffice.

- (void *)decodeBytesWithMinimumLength:(NSUInteger)length {
  NSUInteger found = 0;
  void *bytes = [self decodeBytesWithReturnedLength:&found];
  // Nothing was found, or no bytes; the header calls only bytes that are too few an error.
  return bytes && isEnough(self, found, length) ? bytes : NULL;
}

- (const uint8_t *)decodeBytesForKey:(NSString *)key minimumLength:(NSUInteger)length {
  NSUInteger found = 0;
  const uint8_t *bytes = [self decodeBytesForKey:key returnedLength:&found];
  if (!bytes && ![self containsValueForKey:key]) return NULL;
  return isEnough(self, found, length) ? bytes : NULL;
}

- (id)decodeObjectOfClass:(Class)type forKey:(NSString *)key {
  return [self decodeObjectOfClasses:type ? [NSSet setWithObject:type] : nil forKey:key];
}

- (id)decodeTopLevelObjectAndReturnError:(NSError **)error {
  return [self result:[self decodeObject] error:error];
}

- (id)decodeTopLevelObjectForKey:(NSString *)key error:(NSError **)error {
  return [self result:[self decodeObjectForKey:key] error:error];
}

- (id)decodeTopLevelObjectOfClass:(Class)type forKey:(NSString *)key error:(NSError **)error {
  return [self result:[self decodeObjectOfClass:type forKey:key] error:error];
}

- (id)decodeTopLevelObjectOfClasses:(NSSet<Class> *)types forKey:(NSString *)key error:(NSError **)error {
  return [self result:[self decodeObjectOfClasses:types forKey:key] error:error];
}

/// Returns an object that was read, with the coder's error if there is none.
- (id)result:(id)object error:(NSError **)error {
  if (!object && error) *error = self.error;
  return object;
}

@end

#endif
