import type { ReactNode } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useController,
} from 'react-hook-form'
import { useReadOnly } from '../../../ui/read-only.ts'

type BoundProps<Values extends FieldValues, Name extends FieldPath<Values>> = {
  control: Control<Values>
  name: Name
  /** Returns the problem with a value, or null; one of the domain's rules, which the server uses too. */
  problem?: (value: FieldPathValue<Values, Name>, values: Values) => string | null | undefined
  /** Fields whose rules use this value: they are validated again with this one. */
  deps?: FieldPath<Values>[]
  children: (field: {
    name: string
    value: FieldPathValue<Values, Name>
    onChange: (value: FieldPathValue<Values, Name>) => void
    onBlur: () => void
    error: string | undefined
    /** Disabled while the form is being submitted, and for users who may not submit it. */
    isDisabled: boolean
    /** Read-only for users who may not submit the form: they can still read and copy the value. */
    isReadOnly: boolean
    ref: (element: HTMLElement | null) => void
  }) => ReactNode
}

/**
 * Binds a field of the design system to a form value. @example <Bound control={control} name="name">{(field) =>
 * <NameField {...field} />}</Bound>
 */
export function Bound<Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  problem,
  deps,
  children,
}: BoundProps<Values, Name>) {
  const isReadOnly = useReadOnly() !== null
  const { field, fieldState, formState } = useController({
    control,
    name,
    rules: { validate: (value, values) => problem?.(value, values) ?? true, ...(deps && { deps }) },
  })
  return children({
    name: field.name,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    error: fieldState.error?.message,
    isDisabled: formState.isSubmitting || isReadOnly,
    isReadOnly,
    ref: field.ref,
  })
}

/** The rule of a required field. */
export const required = (label: string) => (value: unknown) =>
  value === '' || value == null ? `${label} is required` : null
