import type { Problem } from '@granary/domain/problems.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, capitalize, messageOf } from '../../../api/errors.ts'
import { choicesLoaded, hasLoadingChoices } from '../../../api/choices.ts'
import { type ShownError } from '../../../ui/overlay/side-panel.tsx'
import { fieldOf, type FieldsByPath, labelIn, lineOf, namesPath, subjectOf } from './field-problems.ts'
import { focusFirstInvalid } from './focus-first-invalid.ts'

/**
 * Submits a form and keeps the draft through every failure. A quick submit waits until the pickers have loaded: their
 * choices decide defaults, so without them a valid form would be refused, or sent without its SSH keys.
 * @param fields where the server's problems are shown when a form field has another name than in the request.
 * @returns the errors to show on top, and the submit handler of the form.
 */
export function useSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  send: (values: Values) => Promise<unknown>,
  fields: FieldsByPath<Values> | ((values: Values) => FieldsByPath<Values>) = {},
) {
  const client = useQueryClient()
  const [errors, setErrors] = useState<ShownError[]>([])
  const [isWaiting, setWaiting] = useState(false)
  const { isSubmitting, submitCount } = form.formState
  const sentFrom = useRef<{ form: HTMLFormElement; field: Element | null }>(null)
  const failed = useRef(false)
  const sending = useRef(false)
  const isSending = useCallback(() => sending.current, [])
  // Fields are disabled while the form is submitted, so none of them can be focused earlier.
  useEffect(() => {
    const from = sentFrom.current
    if (isSubmitting || !from) return
    sentFrom.current = null
    // Runs after the form library's own choice, which it makes in its next task and in the order of registration.
    setTimeout(() => {
      if (!focusFirstInvalid(from.form) && failed.current) focusAgain(from.field)
    })
  }, [isSubmitting, submitCount])
  const deliver = async (values: Values) => {
    setErrors([])
    sending.current = true
    try {
      await send(values)
    } catch (error) {
      failed.current = true
      const byPath = typeof fields === 'function' ? fields(values) : fields
      const shown = sentFrom.current?.form
      const found = problemsOf(error).map((problem) => ({
        problem,
        field: fieldOf(problem, form.control._names.mount, byPath),
        subject: subjectOf(problem, byPath, (field) => labelIn(shown, field)),
      }))
      setErrors(summaryOf(error, found, (field) => form.setFocus(field)))
      for (const { problem, field } of found)
        if (field) form.setError(field, { message: capitalize(problem.message) })
    } finally {
      sending.current = false
    }
  }
  const latest = useRef(deliver)
  useEffect(() => {
    latest.current = deliver
  })
  const onSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    const element = event.currentTarget
    sentFrom.current = { form: element, field: document.activeElement }
    failed.current = false
    if (!hasLoadingChoices(client)) return form.handleSubmit(deliver)(event)
    event.preventDefault()
    setWaiting(true)
    await choicesLoaded(client)
    setWaiting(false)
    // The user may have left the form.
    if (element.isConnected) await form.handleSubmit((values) => latest.current(values))()
  }
  return { errors, onSubmit, isSubmitting: isSubmitting || isWaiting, isSending }
}

/** A problem, its field of the form, and what it is about. */
type Found<Values extends FieldValues> = {
  problem: Problem
  field: FieldPath<Values> | null
  subject: string
}

/**
 * Returns the lines on top of a form. Several problems are only named where their fields say them, and lead there.
 * @param show focuses a field.
 */
function summaryOf<Values extends FieldValues>(
  error: unknown,
  found: readonly Found<Values>[],
  show: (field: FieldPath<Values>) => void,
): ShownError[] {
  const [first] = found
  const leadingTo = (text: string, field: FieldPath<Values> | null): ShownError =>
    field ? { text, onPress: () => show(field) } : text
  if (!first) return [messageOf(error)]
  if (found.length === 1) {
    const isReadable = !namesPath(first.problem, serverMessageOf(error))
    return [leadingTo(isReadable ? messageOf(error) : lineOf(first.subject, first.problem), first.field)]
  }
  const isNamed = ({ field, subject }: Found<Values>) =>
    field !== null && found.filter((other) => other.subject === subject).length === 1
  return found.map((one) =>
    leadingTo(isNamed(one) ? one.subject : lineOf(one.subject, one.problem), one.field),
  )
}

/** Unless the user has moved on. */
function focusAgain(element: Element | null): void {
  if (document.activeElement === document.body && element instanceof HTMLElement) element.focus()
}

const serverMessageOf = (error: unknown): string => (error instanceof ApiError && error.serverMessage) || ''

/** Returns the problems of a refusal. A server without our extensions reports a taken name only by its error code. */
function problemsOf(error: unknown): readonly Problem[] {
  if (!(error instanceof ApiError)) return []
  if (error.problems.length > 0 || error.errorCode !== 'ObjectAlreadyExists') return error.problems
  return [{ path: 'name', code: 'already_exists', message: 'Name already exists' }]
}
