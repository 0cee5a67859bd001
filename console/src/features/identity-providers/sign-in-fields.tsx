import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import type { MissingGroups } from '@granary/domain/missing-groups.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** The settings of a provider that say whom an answer signs in, and with which groups. */
export type SignInValues = { missingGroups: MissingGroups; userIdAttribute: string }

const MISSING_GROUPS = [
  {
    value: 'keep',
    label: 'Keep the present groups',
    description: 'The user and the log say so.',
  },
  {
    value: 'refuse',
    label: 'Refuse the sign-in',
    description: 'For a provider that always sends the attribute.',
  },
  {
    value: 'remove',
    label: 'Remove the user from all groups',
    description: 'For a provider that leaves the attribute out for users in no group.',
  },
] as const satisfies readonly { value: MissingGroups; label: string; description: string }[]

/** Returns how a setting is called where it is shown. */
export const missingGroupsLabel = (value: MissingGroups): string =>
  MISSING_GROUPS.find((item) => item.value === value)!.label

/** The attribute that identifies a user, instead of the NameID. */
export const UserIdField = ({ control }: { control: Control<SignInValues> }): ReactNode => (
  <Bound control={control} name="userIdAttribute">
    {(field) => (
      <TextField
        {...field}
        label="User ID attribute"
        hint="The SAML attribute that identifies a user. Needed if the provider's NameID is transient. Users who have signed in by another one become new users."
        mono
        optional
      />
    )}
  </Bound>
)

/** What happens to a user's groups when an answer lacks the group attribute. */
export const MissingGroupsField = ({ control }: { control: Control<SignInValues> }): ReactNode => (
  <Bound control={control} name="missingGroups">
    {(field) => (
      <RadioGroup {...field} label="If an answer lacks the group attribute" items={MISSING_GROUPS} />
    )}
  </Bound>
)
