import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { addToast, Highlight } from './toast.tsx'

export type Confirmation = {
  title: string
  body: ReactNode
  /** Danger for what cannot be undone. */
  variant?: 'primary' | 'danger'
  /** The dialog stays, with a spinner, until it settles. */
  action: () => Promise<unknown>
  errorTitle: string
}

let asked: Confirmation | null = null
const listeners = new Set<() => void>()

function set(next: Confirmation | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks before something is done; one question at a time. A failure becomes an error toast. */
export const confirm = (confirmation: Confirmation): void => set(confirmation)

/** Asks before something is deleted. @param extra what else goes, or stays. */
export const confirmDelete = (kind: string, name: string, action: () => Promise<unknown>, extra?: ReactNode): void =>
  confirm({
    title: `Delete ${kind}`,
    variant: 'danger',
    errorTitle: `Could not delete ${kind}`,
    action,
    body: (
      <>
        <p>
          Are you sure you want to delete <Highlight>{name}</Highlight>?
        </p>
        {extra && <p className="mt-2">{extra}</p>}
      </>
    ),
  })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the question appears. Mount it once. */
export function ConfirmDialog() {
  const question = useSyncExternalStore(subscribe, () => asked)
  const [pending, setPending] = useState(false)
  if (!question) return null
  const run = async () => {
    setPending(true)
    try {
      await question.action()
    } catch (error) {
      addToast({ variant: 'error', title: question.errorTitle, content: error instanceof Error ? error.message : String(error) })
    } finally {
      setPending(false)
      set(null)
    }
  }
  return (
    <Dialog
      title={question.title}
      role="alertdialog"
      onClose={() => !pending && set(null)}
      footer={
        <>
          <Button variant="secondary" size="sm" onPress={() => set(null)} isDisabled={pending}>
            Cancel
          </Button>
          <Button variant={question.variant ?? 'primary'} size="sm" loading={pending} onPress={() => void run()}>
            Confirm
          </Button>
        </>
      }
    >
      {question.body}
    </Dialog>
  )
}
