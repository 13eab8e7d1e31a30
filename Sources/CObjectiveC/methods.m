#include "CObjectiveC.h"

#if defined(__APPLE__)

@implementation CodingMethods

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
