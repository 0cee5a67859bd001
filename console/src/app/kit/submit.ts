import { useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, messageOf } from '../../api/errors.ts'

/**
 * Sends a form and keeps what was typed through every failure.
 * @returns the errors to show, and the handler of the form.
 */
export function useSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  send: (values: Values) => Promise<unknown>,
) {
  const [errors, setErrors] = useState<string[]>([])
  const onSubmit = form.handleSubmit(async (values) => {
    setErrors([])
    try {
      await send(values)
    } catch (error) {
      setErrors([messageOf(error)])
      const nameTaken = error instanceof ApiError && error.errorCode === 'ObjectAlreadyExists'
      if (nameTaken && 'name' in values) {
        const name = 'name' as FieldPath<Values>
        form.setError(name, { message: 'Name already exists' })
        // The field is enabled again with the next render only.
        setTimeout(() => form.setFocus(name))
      }
    }
  })
  return { errors, onSubmit, isSubmitting: form.formState.isSubmitting }
}
