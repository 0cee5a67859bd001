import CircleAlert from 'lucide-react/icons/circle-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { ErrorBox, textOf } from '../../../ui/overlay/side-panel.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { ReadOnly, useReadOnly } from '../../../ui/read-only.ts'
import { BottomBar } from '../../../ui/page/bottom-bar.tsx'
import type { FieldsByPath } from './field-problems.ts'
import { GoneNotice, useGone } from './gone.tsx'
import { KeptDraft } from './kept-draft.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { ReadOnlyNotice } from './read-only-notice.tsx'
import { ShowAsOfForm } from '../../show-as/show-as-of-form.tsx'
import { useSubmit } from './submit.ts'
import { UnreadChoices } from './unread-choices.tsx'

type FormPageProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  title: string
  icon?: ReactNode
  /** At the right of the title: the documentation of the page. */
  actions?: ReactNode
  submitLabel: string
  /** Submits the form and navigates to the next page. */
  onSubmit: (values: Values) => Promise<unknown>
  /** Where problems are shown when a form field has another name than in the request. */
  fields?: FieldsByPath<Values> | ((values: Values) => FieldsByPath<Values>)
  onCancel: () => void
  /** Restores the draft after a reload or a sign-in. Only for create forms without secrets. */
  keepsDraft?: boolean
  /** Beside the form where there is room, always in view: a summary. */
  aside?: ReactNode
  /** False for a form that fills in the form around it, and so sends no request that could be shown. */
  sends?: boolean
  children: ReactNode
}

/** A form as long as a page, its buttons always visible. Leaving a dirty form asks first. */
export function FormPage<Values extends FieldValues>({
  form,
  title,
  icon,
  actions,
  submitLabel,
  onSubmit,
  fields,
  onCancel,
  keepsDraft,
  aside,
  sends = true,
  children,
}: FormPageProps<Values>) {
  const id = useId()
  const { isDirty } = form.formState
  const gone = useGone()
  const refusalAround = useReadOnly()
  const readOnly = gone ?? refusalAround
  const submit = useSubmit(form, onSubmit, fields)
  const box = useFocusedName()
  const guard = useLeaveGuard({
    isDirty,
    isSending: submit.isSending,
    keepsDraft,
    stayLabel: 'Continue editing',
    leaveLabel: 'Leave this page',
  })
  return (
    <ReadOnly value={readOnly}>
      <PageHeader title={title} icon={icon} actions={actions} />
      <div className="flex items-start gap-10">
        <form
          ref={box}
          data-keeps-focus=""
          id={id}
          autoComplete="off"
          noValidate
          className="flex max-w-2xl min-w-0 grow flex-col gap-10 pb-8"
          onSubmit={(event) => void submit.onSubmit(event)}
        >
          {gone ? <GoneNotice reason={gone} /> : <ReadOnlyNotice />}
          {submit.errors.length > 1 && <ErrorBox errors={submit.errors} />}
          <UnreadChoices>
            {keepsDraft && <KeptDraft form={form} name={title} />}
            {/* Disables tabs and buttons too: a change during the submit would not be sent. */}
            <fieldset role="presentation" disabled={submit.isSubmitting} className="contents">
              {children}
            </fieldset>
          </UnreadChoices>
        </form>
        {aside && <aside className="sticky top-18 hidden w-80 shrink-0 xl:block">{aside}</aside>}
      </div>
      <BottomBar>
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" form={id} loading={submit.isSubmitting} changes>
            {submitLabel}
          </Button>
          <Button variant="ghost" onPress={() => guard.leaveNow(onCancel)}>
            Cancel
          </Button>
          {sends && <ShowAsOfForm form={form} onSubmit={onSubmit} />}
          {readOnly && (
            <span role="status" className="flex min-w-0 items-center gap-1.5 text-sm text-notice">
              <TriangleAlert className="size-4 shrink-0" aria-hidden />
              {readOnly}.
            </span>
          )}
          {submit.errors.length > 0 && (
            <span role="alert" className="flex min-w-0 items-center gap-1.5 text-sm text-danger">
              <CircleAlert className="size-4 shrink-0" aria-hidden />
              {submit.errors.length > 1 ? `${submit.errors.length} issues` : submit.errors.map(textOf)}
            </span>
          )}
        </div>
      </BottomBar>
      {guard.question}
    </ReadOnly>
  )
}

/** Focuses the name of a new form, unless the focus is in it already. */
function useFocusedName() {
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (box.current?.contains(document.activeElement)) return
    box.current?.querySelector<HTMLElement>('input[name=name]')?.focus({ preventScroll: true })
  }, [])
  return box
}

/** A section of a long form with its own heading. */
export const FormSection = ({
  title,
  description,
  children,
}: {
  title?: string
  description?: ReactNode
  children: ReactNode
}) => (
  <section className="flex flex-col gap-4">
    {title && (
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        {description && <p className="mt-0.5 text-sm text-text-muted">{description}</p>}
      </div>
    )}
    {children}
  </section>
)
