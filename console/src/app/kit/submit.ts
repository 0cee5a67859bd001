import { useState } from 'react'
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
  const onSubmit = form.handleSubmit(async (values) => {
    setErrors([])
    try {
      await send(values)
    } catch (error) {
      setErrors([messageOf(error)])
      const wrong = error instanceof ApiError && wrongField(error, values, fieldsByLabel)
      if (!wrong) return
      form.setError(wrong.field, { message: wrong.message })
      // The field is enabled again with the next render only.
      setTimeout(() => form.setFocus(wrong.field))
    }
  })
  return { errors, onSubmit, isSubmitting: form.formState.isSubmitting }
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
