import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import type { Control, FieldPath, FieldPathValue } from 'react-hook-form'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'

type Identity = { name: string; description: string }

type IdentityFieldsProps<Values extends Identity> = {
  control: Control<Values>
  /** A rule for the name beyond its form. */
  nameRule?: (name: string) => string | null
}

/** The name and the description of a resource. */
export function IdentityFields<Values extends Identity>({ control, nameRule }: IdentityFieldsProps<Values>) {
  type Text = FieldPathValue<Values, FieldPath<Values>> & string
  return (
    <>
      <Bound
        control={control}
        name={'name' as FieldPath<Values>}
        problem={(value) => nameProblem(value as Text) ?? nameRule?.(value as Text)}
      >
        {({ value, onChange, ...field }) => (
          <NameField {...field} value={value as Text} onChange={(next) => onChange(next as Text)} />
        )}
      </Bound>
      <Bound
        control={control}
        name={'description' as FieldPath<Values>}
        problem={(value) => descriptionProblem(value as Text)}
      >
        {({ value, onChange, ...field }) => (
          <DescriptionField {...field} value={value as Text} onChange={(next) => onChange(next as Text)} />
        )}
      </Bound>
    </>
  )
}
