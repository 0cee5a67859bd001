import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'

/** Returns whether a field still has its default value: the user has not changed it and no draft brought another one back. */
export const isUntouched = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: FieldPath<Values>,
): boolean => isSame(form.getValues(name), form.formState.defaultValues?.[name])

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Sets the default of a field that is known only after the form is shown. It doesn't make the form dirty, and doesn't
 * replace a value of the user or of a draft.
 */
export function offerDefault<Values extends FieldValues, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
  value: FieldPathValue<Values, Name>,
): void {
  // The choices were read again and offer the same: a reset would clear the error that the field shows.
  if (isSame(form.formState.defaultValues?.[name], value)) return
  // Only registered fields can be reset, and not every value has a field on the page.
  form.register(name)
  const before = form.getValues(name)
  const untouched = isUntouched(form, name)
  form.resetField(name, { defaultValue: value, keepError: !untouched })
  if (!untouched) form.setValue(name, before, { shouldDirty: true })
}
