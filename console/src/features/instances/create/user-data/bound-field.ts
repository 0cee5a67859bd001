import type { ComponentProps, ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Bound } from '../../../../app/kit/forms/bound.tsx'
import type { InstanceValues } from '../values.ts'

type Field<Name extends keyof InstanceValues> = Parameters<
  ComponentProps<typeof Bound<InstanceValues, Name>>['children']
>[0]

/** What the two fields of user data get. */
export type UserDataProps<Name extends keyof InstanceValues> = {
  form: UseFormReturn<InstanceValues>
  field: Field<Name>
  hint: ReactNode
}
