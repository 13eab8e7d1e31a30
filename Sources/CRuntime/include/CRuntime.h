#ifndef C_RUNTIME_H
#define C_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

/// The Swift runtime's allocator of objects, which has this declaration in `HeapObject.h` of the Swift repository.
extern void *_Nonnull swift_allocObject(const void *_Nonnull metadata, size_t size, size_t alignment_mask);

/// Adds to the reference count of the object of a bridged reference, such as a string's second word. The runtime has
/// this declaration in `HeapObject.h` too.
extern void *_Nonnull swift_bridgeObjectRetain_n(void *_Nonnull object, uint32_t count);

/// Adds to the reference count of an object; in `HeapObject.h` too.
extern void *_Nonnull swift_retain_n(void *_Nonnull object, uint32_t count);

/// Calls a type's value witness `getEnumTagSinglePayload`: 0 if the enumeration at an address, with this number of cases
/// without a payload, has its payload, which is of the type.
static inline unsigned enum_tag_single_payload(
    const void *_Nonnull witness, const void *_Nonnull address, unsigned empty_cases, const void *_Nonnull type) {
  typedef __attribute__((swiftcall)) unsigned (*Witness)(const void *, unsigned, const void *);
  return ((Witness)witness)(address, empty_cases, type);
}

/// Tells the processor that the memory at an address will be read soon. Any address will do.
static inline void prefetch(uintptr_t address) { __builtin_prefetch((const void *)address); }

/// A pointer that several threads read and write, as one indivisible step each.
static inline void *_Nullable atomic_pointer_load(void *_Nullable const *_Nonnull slot) {
  return __atomic_load_n(slot, __ATOMIC_ACQUIRE);
}

static inline void atomic_pointer_store(void *_Nullable *_Nonnull slot, void *_Nullable pointer) {
  __atomic_store_n(slot, pointer, __ATOMIC_RELEASE);
}

static inline void *_Nullable atomic_pointer_exchange(void *_Nullable *_Nonnull slot, void *_Nullable pointer) {
  return __atomic_exchange_n(slot, pointer, __ATOMIC_ACQ_REL);
}

#endif
