/** FNV-1a: short, fast, and spreads similar names apart. It doesn't need to be hard to invert. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  // One more mix, or names that differ only in the last letter would look alike.
  value ^= value >>> 15
  value = Math.imul(value, 0x2c1b3c6d)
  return (value ^ (value >>> 12)) >>> 0
}

const STALKS = 7
const HEIGHTS = [6, 9, 12, 15, 18]

/** Heights of the bars of a name, mirrored around the middle one. */
export function identiconBars(name: string): number[] {
  const seed = hash(name)
  const half = Array.from(
    { length: (STALKS + 1) / 2 },
    (_, index) => HEIGHTS[Math.floor(seed / 5 ** index) % 5]!,
  )
  return [...half, ...half.slice(0, -1).toReversed()]
}

/** A symmetric picture of a name: bars like standing grain. The same name always looks the same. */
export function Identicon({ name, className = 'size-6' }: { name: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 rounded-sm bg-accent-soft text-accent ${className}`}
      aria-hidden
    >
      {identiconBars(name).map((height, index) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
          key={index}
          x={2.25 + index * 2.85}
          y={(24 - height) / 2}
          width={1.9}
          height={height}
          rx={0.95}
          fill="currentColor"
        />
      ))}
    </svg>
  )
}
