import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'

/** Reports a change: "VPC prod created". */
export const toastChanged = (what: string, name: string, change: string): void => {
  addToast({
    content: (
      <>
        {what} <Highlight>{name}</Highlight> {change}
      </>
    ),
  })
}
