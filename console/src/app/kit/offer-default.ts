import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * Gives a field the value that it begins with, when that is known only later: it is no change of the form, and it replaces
 * nothing that somebody chose meanwhile or that came back from a draft.
 */
export function offerDefault<Values extends FieldValues, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
  value: FieldPathValue<Values, Name>,
): void {
  // Only what is registered can be reset, and not every value has a field on the page.
  form.register(name)
  const before = form.getValues(name)
  const untouched = JSON.stringify(before) === JSON.stringify(form.formState.defaultValues?.[name])
  form.resetField(name, { defaultValue: value })
  if (!untouched) form.setValue(name, before, { shouldDirty: true })
}
