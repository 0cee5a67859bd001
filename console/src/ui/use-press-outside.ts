import { type RefObject, useEffect, useRef } from 'react'

/**
 * Calls back when something outside is pressed, but for the trigger, which closes what it opened by itself: closed twice, it
 * would open again. React Aria leaves what has no scrim open when the thing pressed cannot have the focus.
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
