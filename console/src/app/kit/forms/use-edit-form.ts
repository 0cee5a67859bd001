import { useEffect } from 'react'
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'

/**
 * Returns a form of the current values of a resource. When another user changes them, edited fields keep the input and
 * untouched fields follow, so that saving one field does not undo a change of another.
 * @param current its values that are texts, numbers or booleans.
 */
export function useEditForm<Values extends FieldValues>(
  current: Values & DefaultValues<Values>,
): UseFormReturn<Values> {
  const form = useForm<Values>({ defaultValues: current })
  const { reset } = form
  const key = JSON.stringify(current)
  useEffect(() => reset(JSON.parse(key) as Values, { keepDirty: true, keepDirtyValues: true }), [key, reset])
  return form
}
