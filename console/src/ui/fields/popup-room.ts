import { type RefObject, useLayoutEffect, useState } from 'react'

/** Maximum height of a list of options, in pixels. */
export const LIST_HEIGHT = 280
/** Distance between a field and its list, and between the list and what it must not cover, in pixels. */
export const GAP = 4
/** Height of the problem below a field, in pixels: the list must not cover it. */
export const ERROR_HEIGHT = 24
/** Distance to the top of the window, in pixels. */
const MARGIN = 12

export type Room = { placement: 'top start' | 'bottom start'; maxHeight: number }

/**
 * Returns on which side of a field its list opens and how high it may be, so that the buttons below stay free. It opens
 * below when it fits there or the room above is no larger.
 * @param field top and bottom of the field, in pixels of the window.
 * @param end top of the buttons, in pixels of the window.
 */
export function roomFor(field: { top: number; bottom: number }, end: number): Room {
  const below = end - field.bottom - 2 * GAP
  const above = field.top - MARGIN - GAP
  return below >= Math.min(LIST_HEIGHT, above)
    ? { placement: 'bottom start', maxHeight: Math.min(LIST_HEIGHT, below) }
    : { placement: 'top start', maxHeight: Math.min(LIST_HEIGHT, above) }
}

/** Returns the room for the list of a field in a dialog, measured as the list opens; null on a page, where buttons are elsewhere. */
export function useRoom(
  field: RefObject<HTMLElement | null>,
  { open, hasError = false }: { open: boolean; hasError?: boolean },
): Room | null {
  const [room, setRoom] = useState<Room | null>(null)
  useLayoutEffect(() => {
    const footer = open && field.current?.closest('[role$=dialog]')?.querySelector('[data-dialog-footer]')
    if (!footer || !field.current) return
    const { top, bottom } = field.current.getBoundingClientRect()
    const end = footer.getBoundingClientRect().top
    setRoom(roomFor({ top, bottom: bottom + (hasError ? ERROR_HEIGHT : 0) }, end))
  }, [field, open, hasError])
  return room
}
