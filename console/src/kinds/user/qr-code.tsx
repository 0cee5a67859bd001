import { encode } from 'uqr'

/** A QR code of a text, black on white in every theme, because cameras expect that. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-44 rounded">
      <rect width={size} height={size} fill="white" />
      <path d={modules.join('')} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}
