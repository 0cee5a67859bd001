import { type ReactNode, useState } from 'react'
import { createStore, useStore } from '../store.ts'
import { addToast } from '../toast/toast-store.ts'
import { Highlight } from '../toast/toasts.tsx'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

export type Confirmation = {
  title: string
  body: ReactNode
  /** Danger for actions that can't be undone. */
  variant?: 'primary' | 'danger'
  /** The action. The dialog shows a spinner until it settles, and closes when it succeeds. */
  action: () => Promise<unknown>
  /** Title of the error toast if it fails. */
  errorTitle: string
  /** Shown in place of an error when another user was faster and the server answers 404. */
  gone?: ReactNode
}
type ShownQuestion = Confirmation & { id: number; settle: (done: boolean) => void }

const question = createStore<ShownQuestion | null>(null)
let count = 0

/**
 * Asks before an action runs; one question at a time. A failure becomes an error toast, and the dialog stays open with
 * its choices for a retry.
 * @returns whether the action succeeded: false after 'Cancel'.
 */
export const confirm = (confirmation: Confirmation): Promise<boolean> =>
  new Promise((resolve) => {
    question.get()?.settle(false)
    question.set({ ...confirmation, id: ++count, settle: resolve })
  })

/** Asks before a deletion. @param extra what else is deleted, or kept. */
export const confirmDelete = (
  kind: string,
  name: string,
  action: () => Promise<unknown>,
  extra?: ReactNode,
): Promise<boolean> =>
  confirm({
    title: `Delete ${kind}`,
    variant: 'danger',
    errorTitle: `Could not delete ${kind}`,
    action,
    gone: (
      <>
        {kind.charAt(0).toUpperCase() + kind.slice(1)} <Highlight>{name}</Highlight> was not there any more
      </>
    ),
    body: (
      <>
        <p>
          Are you sure you want to delete <Highlight>{name}</Highlight>?
        </p>
        {extra && <div className="mt-2 text-text-muted">{extra}</div>}
      </>
    ),
  })

type Tools = {
  /** Rendered at the left of the buttons, for the action of the question. */
  footerStart?: (action: Confirmation['action']) => ReactNode
}

/** Renders the open question. Mount it once. */
export function ConfirmDialog(tools: Tools) {
  const current = useStore(question)
  return current && <Question key={current.id} {...current} {...tools} />
}

function Question({
  id,
  title,
  body,
  variant = 'primary',
  action,
  errorTitle,
  gone,
  settle,
  footerStart,
}: ShownQuestion & Tools) {
  const [pending, setPending] = useState(false)
  const leave = (done: boolean) => {
    // The action may end after another question has replaced this one.
    question.set((shown) => (shown?.id === id ? null : shown))
    settle(done)
  }
  const run = async (): Promise<void> => {
    setPending(true)
    try {
      await action()
      leave(true)
    } catch (error) {
      if (gone && (error as { statusCode?: unknown }).statusCode === 404) {
        addToast({ content: gone })
        return leave(true)
      }
      addToast({
        variant: 'error',
        title: errorTitle,
        content: error instanceof Error ? error.message : String(error),
      })
      setPending(false)
    }
  }
  const cancel = () => !pending && leave(false)
  return (
    <Dialog
      title={title}
      onClose={cancel}
      footerStart={footerStart?.(action)}
      footer={
        <DialogButtons
          onCancel={cancel}
          cancelDisabled={pending}
          variant={variant}
          loading={pending}
          onPress={() => void run()}
        >
          Confirm
        </DialogButtons>
      }
    >
      {body}
    </Dialog>
  )
}
