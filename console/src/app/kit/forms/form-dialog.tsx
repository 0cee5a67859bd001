import { type ReactNode, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { ErrorBox } from '../../../ui/overlay/side-panel.tsx'
import { ReadOnly, useReadOnly } from '../../../ui/read-only.ts'
import type { FieldsByPath } from './field-problems.ts'
import { GoneNotice, useGone } from './gone.tsx'
import { ReadOnlyNotice } from './read-only-notice.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { ShowAsOfForm } from '../../show-as/show-as-of-form.tsx'
import { useSubmit } from './submit.ts'
import { UnreadChoices } from './unread-choices.tsx'

type FormDialogProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  title: string
  submitLabel?: string
  /** Why the form can't be submitted yet. */
  disabledReason?: string | null
  /** Submits the form. The dialog shows its error, and keeps the draft. */
  onSubmit: (values: Values) => Promise<unknown>
  /** Where problems are shown when a form field has another name than in the request. */
  fields?: FieldsByPath<Values> | ((values: Values) => FieldsByPath<Values>)
  onDismiss: () => void
  /** False for a form that fills in the form around it, and so sends no request that could be shown. */
  sends?: boolean
  children: ReactNode
}

/**
 * A small form in a dialog over a page or a panel. Its own buttons close it without asking (specification section 8); a
 * navigation away from a dirty form asks.
 */
export function FormDialog<Values extends FieldValues>({
  form,
  title,
  submitLabel = title,
  disabledReason,
  onSubmit,
  fields,
  onDismiss,
  sends = true,
  children,
}: FormDialogProps<Values>) {
  const id = useId()
  const gone = useGone()
  const refusalAround = useReadOnly()
  const submit = useSubmit(form, onSubmit, fields)
  const guard = useLeaveGuard({ isDirty: form.formState.isDirty, isSending: submit.isSending })
  const dismiss = () => guard.leaveNow(onDismiss)
  return (
    <ReadOnly value={gone ?? refusalAround}>
      <Dialog
        title={title}
        onClose={dismiss}
        footerStart={sends && <ShowAsOfForm form={form} onSubmit={onSubmit} />}
        footer={
          <DialogButtons
            onCancel={dismiss}
            type="submit"
            changes
            form={id}
            loading={submit.isSubmitting}
            disabledReason={disabledReason}
          >
            {submitLabel}
          </DialogButtons>
        }
      >
        {gone ? <GoneNotice reason={gone} className="mb-4" /> : <ReadOnlyNotice className="mb-4" />}
        <ErrorBox errors={submit.errors} className="mb-4" />
        <form
          id={id}
          autoComplete="off"
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            // The dialog may be opened from inside another form.
            event.stopPropagation()
            void submit.onSubmit(event)
          }}
        >
          <UnreadChoices>{children}</UnreadChoices>
        </form>
        {guard.question}
      </Dialog>
    </ReadOnly>
  )
}
