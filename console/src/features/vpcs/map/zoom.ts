export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

const MIN_SCALE = 0.25
const MAX_SCALE = 2
/** Smallest scale that a map opens with: its text is still readable. */
const MIN_OPENING_SCALE = 0.75
/** Below this scale, nodes show only their name, in larger type. */
const FAR_BELOW = 0.6
/** Pixels of a wheel that count at most: one notch of a mouse wheel is 100, an event of a pinch a few. */
const MAX_WHEEL = 40

export const ZOOM_STEP = 1.25

export const isFar = (scale: number): boolean => scale < FAR_BELOW

/** Keeps a scale within its limits. */
export const limited = (scale: number): number => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale))

/** Returns the scale at which all of the map is in the room, at most 1. */
export const fitScale = (map: Size, room: Size): number =>
  limited(Math.min(1, room.width / map.width, room.height / map.height))

/** Returns the scale that a map opens with: as wide as the room, while that is readable. */
export const openingScale = (map: Size, room: Pick<Size, 'width'>): number =>
  Math.max(MIN_OPENING_SCALE, Math.min(1, room.width / map.width))

/** Returns the factor of a wheel event, also of the pinch of a touch pad. */
export const wheelFactor = (deltaY: number): number =>
  Math.exp(-Math.max(-MAX_WHEEL, Math.min(MAX_WHEEL, deltaY)) / 150)

/** Returns where to scroll so that the point of the map that is at `at` in the box stays there. */
export const scrollFor = (scroll: Point, at: Point, from: number, to: number): Point => ({
  x: ((scroll.x + at.x) * to) / from - at.x,
  y: ((scroll.y + at.y) * to) / from - at.y,
})
