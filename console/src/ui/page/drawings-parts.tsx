import type { ReactNode } from 'react'

export const GREEN = { fill: 'color-mix(in oklab, var(--mark-ground) 14%, var(--surface-raised))' }
export const PAPER = { fill: 'var(--surface-raised)' }
export const GOLD = { fill: 'var(--mark)', stroke: 'none' }
/** What is not there yet. */
export const PENDING = { strokeDasharray: '3 3.5', opacity: 0.7 }

/** A grain of wheat. */
export const Grain = ({ x, y, turn = 0 }: { x: number; y: number; turn?: number }) => (
  <ellipse cx={x} cy={y} rx="2" ry="3.6" transform={`rotate(${turn} ${x} ${y})`} {...GOLD} />
)

/** An ear of wheat on its stalk, standing on a point. */
export const Ear = ({ x, y, height, lean = 0 }: { x: number; y: number; height: number; lean?: number }) => (
  <g transform={`translate(${x} ${y}) rotate(${lean})`}>
    <path d={`M0 0V${-height}`} />
    {[0, 6, 12].map((up) => (
      <g key={up}>
        <Grain x={-3} y={6 + up - height} turn={-28} />
        <Grain x={3} y={6 + up - height} turn={28} />
      </g>
    ))}
    <Grain x={0} y={-height} />
  </g>
)

/** A tower with a roof, which stands for a machine. */
export const Tower = ({
  x,
  width,
  top,
  children,
}: {
  x: number
  width: number
  top: number
  children?: ReactNode
}) => (
  <>
    <path d={`M${x} 92V${top}a${width / 2} ${width / 2.4} 0 0 1 ${width} 0v${92 - top}z`} />
    {children}
  </>
)
