/** A page of points, for Page Up and Page Down. */
const PAGE = 10

/** Returns the index of the point that a key moves to, or undefined for other keys. */
export function pointOfKey(key: string, at: number | null, count: number): number | undefined {
  if (count === 0) return undefined
  const last = count - 1
  const to = (next: number) => Math.min(last, Math.max(0, next))
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return at === null ? last : to(at - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return at === null ? 0 : to(at + 1)
    case 'PageDown':
      return to((at ?? last) - PAGE)
    case 'PageUp':
      return to((at ?? 0) + PAGE)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
