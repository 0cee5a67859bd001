import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, messageOf } from '../../api/errors.ts'

/** By what the server calls a value that it refuses: the field of the form that the value came from. */
export type FieldsByLabel<Values extends FieldValues> = Record<string, FieldPath<Values>>

/**
 * Sends a form and keeps what was typed through every failure.
 * @returns the errors to show, and the handler of the form.
 */
export function useSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  send: (values: Values) => Promise<unknown>,
  fieldsByLabel: FieldsByLabel<Values> = {},
) {
  const [errors, setErrors] = useState<string[]>([])
  const { isSubmitting } = form.formState
  const sentFrom = useRef<Element>(null)
  const focusAfter = useRef<() => void>(null)
  // While it is sent the fields are disabled: what had the focus has lost it, and takes none before that has ended.
  useEffect(() => {
    if (isSubmitting) return
    focusAfter.current?.()
    focusAfter.current = null
  }, [isSubmitting])
  const deliver = async (values: Values) => {
    setErrors([])
    try {
      await send(values)
    } catch (error) {
      setErrors([messageOf(error)])
      const wrong = error instanceof ApiError && wrongField(error, values, fieldsByLabel)
      if (wrong) form.setError(wrong.field, { message: wrong.message })
      focusAfter.current = () => (wrong ? form.setFocus(wrong.field) : focusAgain(sentFrom.current))
    }
  }
  const onSubmit = (event?: SyntheticEvent) => {
    sentFrom.current = document.activeElement
    return form.handleSubmit(deliver)(event)
  }
  return { errors, onSubmit, isSubmitting }
}

/** Unless people have gone on to something else meanwhile. */
function focusAgain(element: Element | null): void {
  if (document.activeElement === document.body && element instanceof HTMLElement) element.focus()
}

/** Which field an error is about, where that can be told. */
function wrongField<Values extends FieldValues>(
  { errorCode, serverMessage = '' }: ApiError,
  values: Values,
  fieldsByLabel: FieldsByLabel<Values>,
): { field: FieldPath<Values>; message: string } | null {
  // A form may make several things; what the server quotes says whose name is taken.
  const taken = /^already exists: [^"]*"([^"]+)"/.exec(serverMessage)?.[1]
  if (errorCode === 'ObjectAlreadyExists' && 'name' in values && (!taken || taken === values.name))
    return { field: 'name' as FieldPath<Values>, message: 'Name already exists' }
  const [, label = '', reason = ''] = /^unsupported value for "([^"]+)": (.*)$/s.exec(serverMessage) ?? []
  const field = fieldsByLabel[label]
  return field ? { field, message: reason.charAt(0).toUpperCase() + reason.slice(1) } : null
}
