import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import type { UseFormReturn } from 'react-hook-form'
import { Bound } from '../../../app/kit/bound.tsx'
import { FormSection } from '../../../app/kit/form-page.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DescriptionField, NameField } from '../../../ui/fields/text-field.tsx'
import type { InstanceValues } from './values.ts'

/** The name and the description of the new instance, and whether it starts. */
export const Basics = ({ form: { control } }: { form: UseFormReturn<InstanceValues> }) => (
  <FormSection>
    <Bound control={control} name="name" problem={(value) => nameProblem(value)}>
      {(field) => <NameField {...field} />}
    </Bound>
    <Bound control={control} name="description" problem={descriptionProblem}>
      {(field) => <DescriptionField {...field} />}
    </Bound>
    <Bound control={control} name="start">
      {({ value, onChange, isDisabled }) => (
        <Checkbox isSelected={value} onChange={onChange} isDisabled={isDisabled}>
          Start Instance
        </Checkbox>
      )}
    </Bound>
  </FormSection>
)
