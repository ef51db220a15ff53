/// A queue of at most `capacity` elements, which grows to that size and is then written round and round.
struct Ring<Element> {
  private var slots: ContiguousArray<Element> = []
  private var head = 0
  private let capacity: Int
  /// How many elements there are.
  var count: Int { slots.count }

  /// An empty ring; `capacity` is at least 1.
  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// The element that is `index` places from the oldest.
  subscript(index: Int) -> Element {
    _read { yield slots[place(index)] }
    _modify { yield &slots[place(index)] }
  }

  /// Adds the newest element; when the ring is full the oldest makes room.
  mutating func append(_ element: consuming Element) {
    guard slots.count == capacity else { return slots.append(element) }
    slots[head] = element
    head = place(1)
  }

  /// Drops all elements and their storage.
  mutating func removeAll() { self = Ring(capacity: capacity) }

  private func place(_ index: Int) -> Int {
    let place = head + index
    return place < capacity ? place : place - capacity
  }
}
