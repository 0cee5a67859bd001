import { Suspense, type ComponentProps, useEffect, useEffectEvent } from 'react'
import { lazyPart } from '../lazy-part.ts'

/** React Aria's overlays load when the first dialog opens, or when they are prefetched. */
const load = () => import('./overlay-frame.tsx')
const Loaded = lazyPart(load)

/** Prefetches the code of dialogs, so that the first one opens at once. */
export const preloadOverlays = (): Promise<unknown> => load()

/** The frame of dialogs and panels. Renders nothing while its chunk loads, and Escape closes it then already. */
export const LazyFrame = (props: ComponentProps<typeof Loaded>) => (
  <Suspense fallback={<Unopened onClose={props.onClose} />}>
    <Loaded {...props} />
  </Suspense>
)

function Unopened({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return null
}
