import { type RefObject, useLayoutEffect } from 'react'

/**
 * Closes an overlay by Escape while nothing has the focus, for example because the focused field was disabled while its
 * form was sent. React Aria hears only keys inside of its overlay.
 * @param box an element of the overlay.
 */
export function useEscapeWithoutFocus(box: RefObject<Element | null>, onClose: () => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.target !== document.body) return
      // Another overlay or a popup lies above.
      if (box.current?.closest('[aria-hidden=true], [inert]') || document.querySelector('.popup')) return
      onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [box, onClose])
}
