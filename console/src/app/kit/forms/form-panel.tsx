import { type ReactNode, useId, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { SidePanel } from '../../../ui/overlay/side-panel.tsx'
import { ReadOnly, useReadOnly } from '../../../ui/read-only.ts'
import type { FieldsByPath } from './field-problems.ts'
import { GoneNotice, useGone } from './gone.tsx'
import { ReadOnlyNotice } from './read-only-notice.tsx'
import { wasPushed } from '../pages/history.ts'
import { KeptDraft } from './kept-draft.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { ShowAsOfForm } from '../../show-as/show-as-of-form.tsx'
import { useSubmit } from './submit.ts'
import { UnreadChoices } from './unread-choices.tsx'

type FormPanelProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  title: string
  subtitle?: ReactNode
  submitLabel?: string
  /** Submits the form. The panel shows its error, and keeps the draft. */
  onSubmit: (values: Values) => Promise<unknown>
  /** Where problems are shown when a form field has another name than in the request. */
  fields?: FieldsByPath<Values> | ((values: Values) => FieldsByPath<Values>)
  /** Restores the draft after a reload or a sign-in. Only for create forms without secrets. */
  keepsDraft?: boolean
  /** Navigates back to the page below the panel. */
  onDismiss: () => void
  /** Why the user may not submit the form, or null. The reason of the page around it holds too. */
  refusal?: string | null
  /** False for a form that fills in the form around it, and so sends no request that could be shown. */
  sends?: boolean
  children: ReactNode
}

/** A form in a side panel. Leaving a dirty one asks first, except by its Cancel button. */
export function FormPanel<Values extends FieldValues>({
  form,
  title,
  subtitle,
  submitLabel = title,
  onSubmit,
  fields,
  keepsDraft,
  onDismiss,
  refusal = null,
  sends = true,
  children,
}: FormPanelProps<Values>) {
  const id = useId()
  const gone = useGone()
  const refusalAround = useReadOnly()
  const [animate] = useState(wasPushed)
  const { isDirty } = form.formState
  const submit = useSubmit(form, onSubmit, fields)
  const guard = useLeaveGuard({ isDirty, isSending: submit.isSending, keepsDraft })
  return (
    <ReadOnly value={gone ?? refusalAround ?? refusal}>
      <SidePanel
        title={title}
        subtitle={subtitle}
        errors={submit.errors}
        animate={animate}
        onClose={() => guard.ask(onDismiss)}
        footerStart={sends && <ShowAsOfForm form={form} onSubmit={onSubmit} />}
        footer={
          <>
            <Button variant="ghost" size="sm" onPress={() => guard.leaveNow(onDismiss)}>
              Cancel
            </Button>
            <Button type="submit" form={id} size="sm" loading={submit.isSubmitting} changes>
              {submitLabel}
            </Button>
          </>
        }
      >
        <form
          id={id}
          autoComplete="off"
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            // A panel may be opened from inside another form.
            event.stopPropagation()
            void submit.onSubmit(event)
          }}
        >
          {gone ? <GoneNotice reason={gone} /> : <ReadOnlyNotice />}
          <UnreadChoices>
            {keepsDraft && <KeptDraft form={form} name={title} />}
            {children}
          </UnreadChoices>
        </form>
      </SidePanel>
      {guard.question}
    </ReadOnly>
  )
}
