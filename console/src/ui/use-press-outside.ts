import { type RefObject, useEffect, useRef } from 'react'

/**
 * Calls back when the user presses outside of an element and its trigger. The trigger closes its popup by itself;
 * closing it twice would open it again. React Aria keeps popups without a scrim open when the pressed element can't be
 * focused.
 */
export function usePressOutside(
  inside: string,
  trigger: RefObject<Element | null>,
  onPress: () => void,
): void {
  const latest = useRef(onPress)
  useEffect(() => {
    latest.current = onPress
  })
  useEffect(() => {
    const listen = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || target.closest(inside) || trigger.current?.contains(target)) return
      latest.current()
    }
    document.addEventListener('pointerdown', listen)
    return () => document.removeEventListener('pointerdown', listen)
  }, [inside, trigger])
}
