import { type Control, useWatch } from 'react-hook-form'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { NEW_PASSWORD_HINT, PasswordField, problemOfNewPassword } from '../../kinds/user/password-field.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'

export type PasswordValues = { mode: 'password' | 'login_disallowed'; password: string }

export const newPassword: PasswordValues = { mode: 'password', password: '' }

/** Returns the password part of a request: a password, or that login is disallowed. */
export const passwordBody = ({ mode, password }: PasswordValues) =>
  mode === 'password' ? { mode, value: password } : { mode }

const problemOf = (value: string, { mode }: PasswordValues) =>
  mode === 'password' ? problemOfNewPassword('Password', value) : null

/** The fields of a user's password, or that the user can't sign in. */
export function PasswordFields({ control }: { control: Control<PasswordValues> }) {
  const mode = useWatch({ control, name: 'mode' })
  return (
    <>
      <Bound control={control} name="mode">
        {(field) => (
          <RadioGroup
            {...field}
            label="Sign-in"
            items={[
              { value: 'password', label: 'With a password' },
              {
                value: 'login_disallowed',
                label: 'Not allowed',
                description: "The user can't sign in until they have a password",
              },
            ]}
          />
        )}
      </Bound>
      {mode === 'password' && (
        <Bound control={control} name="password" problem={problemOf}>
          {(field) => (
            <PasswordField {...field} label="Password" hint={NEW_PASSWORD_HINT} autoComplete="new-password" />
          )}
        </Bound>
      )}
    </>
  )
}
