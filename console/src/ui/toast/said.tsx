import { addToast, type Toast } from './toast-store.ts'
import { Highlight } from './toasts.tsx'

/** Says that something was done to something: `saidOf('Disk', 'data', 'deleted')` is "Disk data deleted". */
export const saidOf = (kind: string, name: string, done: string, more?: Pick<Toast, 'link'>): number =>
  addToast({
    content: (
      <>
        {kind} <Highlight>{name}</Highlight> {done}
      </>
    ),
    ...more,
  })
