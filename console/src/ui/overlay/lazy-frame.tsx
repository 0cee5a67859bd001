import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '../lazy-part.ts'

/** React Aria's overlays come when the first dialog opens, or when somebody asks for them ahead. */
const load = () => import('./overlay-frame.tsx')
const Loaded = lazyPart(load)

/** Fetches the code of dialogs ahead, so that the first one opens at once. */
export const preloadOverlays = (): Promise<unknown> => load()

/** The frame of dialogs and panels; nothing is shown for the moment that its code takes. */
export const LazyFrame = (props: ComponentProps<typeof Loaded>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
)
