import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ShowAs } from './show-as.tsx'

type ShowAsOfFormProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  onSubmit: (values: Values) => Promise<unknown>
}

/** The same for a form: it shows what its submit would send. */
export const ShowAsOfForm = <Values extends FieldValues>({ form, onSubmit }: ShowAsOfFormProps<Values>) => (
  <ShowAs
    of={() => onSubmit(form.getValues())}
    isReady={() => form.trigger(undefined, { shouldFocus: true })}
  />
)
