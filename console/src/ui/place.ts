export type Side = 'top' | 'bottom' | 'left' | 'right'
type Box = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

const GAP = 6
const MARGIN = 8
const OPPOSITE: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

function at(side: Side, anchor: Box, size: Size): { left: number; top: number } {
  const center = {
    left: anchor.left + (anchor.width - size.width) / 2,
    top: anchor.top + (anchor.height - size.height) / 2,
  }
  if (side === 'top') return { ...center, top: anchor.top - size.height - GAP }
  if (side === 'bottom') return { ...center, top: anchor.top + anchor.height + GAP }
  if (side === 'left') return { ...center, left: anchor.left - size.width - GAP }
  return { ...center, left: anchor.left + anchor.width + GAP }
}

const clamp = (value: number, length: number, room: number) =>
  Math.max(MARGIN, Math.min(value, room - length - MARGIN))

/**
 * Returns the position of a popup beside its anchor, in viewport pixels: on the preferred side, on the opposite one
 * when it doesn't fit, and never over the edge of the viewport.
 */
export function place(side: Side, anchor: Box, size: Size, viewport: Size): { left: number; top: number } {
  const fits = ({ left, top }: { left: number; top: number }) =>
    side === 'top' || side === 'bottom'
      ? top >= MARGIN && top + size.height <= viewport.height - MARGIN
      : left >= MARGIN && left + size.width <= viewport.width - MARGIN
  const wanted = at(side, anchor, size)
  const spot = fits(wanted) ? wanted : at(OPPOSITE[side], anchor, size)
  return {
    left: clamp(spot.left, size.width, viewport.width),
    top: clamp(spot.top, size.height, viewport.height),
  }
}
