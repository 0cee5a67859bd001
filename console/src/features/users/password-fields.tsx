import { passwordProblem } from '@granary/domain/passwords.ts'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Bound, required } from '../../app/kit/bound.tsx'
import { IconButton } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

export type PasswordValues = { mode: 'password' | 'login_disallowed'; password: string }

export const newPassword: PasswordValues = { mode: 'password', password: '' }

/** Returns the password part of a request: a password, or that login is disallowed. */
export const passwordBody = ({ mode, password }: PasswordValues) =>
  mode === 'password' ? { mode, value: password } : { mode }

function problemOf(value: string, { mode }: PasswordValues): string | null {
  if (mode !== 'password') return null
  const problem = passwordProblem(value)
  return required('Password')(value) ?? (problem && `A password ${problem}`)
}

/** The fields of a user's password, or that the user can't sign in. */
export function PasswordFields({ control }: { control: Control<PasswordValues> }) {
  const mode = useWatch({ control, name: 'mode' })
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
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
            <TextField
              {...field}
              label="Password"
              type={isShown ? 'text' : 'password'}
              autoComplete="new-password"
              required
              end={
                <IconButton
                  label={isShown ? 'Hide password' : 'Show password'}
                  className="size-7"
                  onPress={() => setShown(!isShown)}
                >
                  <Icon className="size-4" aria-hidden />
                </IconButton>
              }
            />
          )}
        </Bound>
      )}
    </>
  )
}
