import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '../lazy-part.ts'

/** React Aria's overlays load when the first dialog opens, or when they are prefetched. */
const load = () => import('./overlay-frame.tsx')
const Loaded = lazyPart(load)

/** Prefetches the code of dialogs, so that the first one opens at once. */
export const preloadOverlays = (): Promise<unknown> => load()

/** The frame of dialogs and panels. Renders nothing while its chunk loads. */
export const LazyFrame = (props: ComponentProps<typeof Loaded>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
)
