import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fitScale, limited, openingScale, type Point, scrollFor, type Size, wheelFactor } from './zoom.ts'

export type Zoom = {
  scale: number
  /** Multiplies the scale. The focused node stays where it is, or else the middle of the box. */
  by: (factor: number) => void
  /** Shows all of the map. */
  fit: () => void
}

/** Returns the pixels that a box has for its content, as high as it may become. */
function roomOf(box: HTMLElement): Size {
  const { paddingLeft, paddingTop, maxHeight } = getComputedStyle(box)
  const most = Number.parseFloat(maxHeight) - 2 * box.clientTop
  // One pixel less, so that rounding brings no scrollbars.
  return {
    width: box.clientWidth - 2 * Number.parseFloat(paddingLeft) - 1,
    height: (Number.isNaN(most) ? box.clientHeight : most) - 2 * Number.parseFloat(paddingTop) - 1,
  }
}

/** Returns the middle of the element with the focus, or of the box if the focus is elsewhere. */
function middleOf(box: HTMLElement): Point {
  const { activeElement } = document
  if (!activeElement || activeElement === box || !box.contains(activeElement))
    return { x: box.clientWidth / 2, y: box.clientHeight / 2 }
  const [own, node] = [box.getBoundingClientRect(), activeElement.getBoundingClientRect()]
  return { x: node.x + node.width / 2 - own.x, y: node.y + node.height / 2 - own.y }
}

/** The zoom of a map in a box that scrolls: Ctrl with the wheel, two fingers, and the returned actions. */
export function useZoom(box: RefObject<HTMLElement | null>, map: Size): Zoom {
  const [scale, setScale] = useState(1)
  const current = useRef({ scale, map })
  const anchor = useRef<{ at: Point; from: number } | null>(null)

  const change = useCallback((next: (scale: number) => number, at: Point) => {
    const from = current.current.scale
    const to = limited(next(from))
    // Several events may come before the next render.
    anchor.current ??= { at, from }
    current.current.scale = to
    setScale(to)
  }, [])

  // The scroll position depends on the size of the content, which has just changed.
  useLayoutEffect(() => {
    current.current.map = map
    const element = box.current
    if (!anchor.current || !element) return
    const { at, from } = anchor.current
    anchor.current = null
    const { x, y } = scrollFor({ x: element.scrollLeft, y: element.scrollTop }, at, from, scale)
    element.scrollTo(x, y)
  }, [box, scale, map])

  useLayoutEffect(() => {
    if (box.current) change(() => openingScale(current.current.map, roomOf(box.current!)), { x: 0, y: 0 })
  }, [box, change])

  useEffect(() => watchGestures(box.current!, change), [box, change])

  const by = (factor: number) => {
    if (box.current) change((scale) => scale * factor, middleOf(box.current))
  }
  const fit = () => {
    if (box.current) change(() => fitScale(current.current.map, roomOf(box.current!)), { x: 0, y: 0 })
  }
  return { scale, by, fit }
}

type Change = (next: (scale: number) => number, at: Point) => void

/** React listens to wheel and touch events passively, so that it could not keep the browser from zooming the page. */
function watchGestures(box: HTMLElement, change: Change): () => void {
  const inBox = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top } = box.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const onWheel = (event: WheelEvent) => {
    // Browsers report the pinch of a touch pad as a wheel with Ctrl.
    if (!event.ctrlKey) return
    event.preventDefault()
    change((scale) => scale * wheelFactor(event.deltaY), inBox(event))
  }
  let before: number | null = null
  const onTouch = (event: TouchEvent) => {
    const [one, other] = event.touches
    if (!one || !other) {
      before = null
      return
    }
    event.preventDefault()
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
    const factor = before ? distance / before : 1
    before = distance
    const middle = {
      clientX: (one.clientX + other.clientX) / 2,
      clientY: (one.clientY + other.clientY) / 2,
    }
    if (factor !== 1) change((scale) => scale * factor, inBox(middle))
  }
  const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const
  box.addEventListener('wheel', onWheel, { passive: false })
  for (const type of touches) box.addEventListener(type, onTouch, { passive: false })
  return () => {
    box.removeEventListener('wheel', onWheel)
    for (const type of touches) box.removeEventListener(type, onTouch)
  }
}
