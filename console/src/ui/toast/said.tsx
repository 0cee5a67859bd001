import { addToast, type Toast } from './toast-store.ts'
import { Highlight } from './toasts.tsx'

/** Formats the message of a completed action: `saidOf('Disk', 'data', 'deleted')` is "Disk data deleted". */
export const saidOf = (kind: string, name: string, done: string, more?: Pick<Toast, 'link'>): number =>
  addToast({
    content: (
      <>
        {kind} <Highlight>{name}</Highlight> {done}
      </>
    ),
    ...more,
  })
