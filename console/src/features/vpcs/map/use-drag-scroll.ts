import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** Pixels that the mouse moves before a press is a drag. */
const THRESHOLD = 4

/** Lets the mouse drag the content of a box that scrolls. Fingers scroll it without help. A drag does not follow a link. */
export function useDragScroll() {
  const drag = useRef<{ x: number; y: number; left: number; top: number; moved: boolean } | null>(null)
  return {
    onPointerDown: ({ pointerType, button, clientX, clientY, currentTarget }: PointerEvent) => {
      drag.current = null
      if (pointerType !== 'mouse' || button !== 0) return
      const { scrollLeft: left, scrollTop: top } = currentTarget
      drag.current = { x: clientX, y: clientY, left, top, moved: false }
    },
    onPointerMove: ({ pointerId, buttons, clientX, clientY, currentTarget }: PointerEvent) => {
      const from = drag.current
      if (!from || buttons === 0) return
      const [x, y] = [clientX - from.x, clientY - from.y]
      if (!from.moved && Math.hypot(x, y) < THRESHOLD) return
      if (!from.moved) currentTarget.setPointerCapture(pointerId)
      from.moved = true
      currentTarget.scrollTo(from.left - x, from.top - y)
    },
    onPointerCancel: () => {
      drag.current = null
    },
    onClickCapture: (event: MouseEvent) => {
      // Enter on a link is a click without a press, also after a drag that ended outside of the window.
      if (!drag.current?.moved || event.detail === 0) return
      drag.current = null
      event.preventDefault()
      event.stopPropagation()
    },
    // The browser's own drag of a link would end ours.
    onDragStart: (event: MouseEvent) => event.preventDefault(),
  }
}
