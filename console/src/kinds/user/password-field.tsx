import { MIN_PASSWORD_LENGTH, newPasswordProblem } from '@granary/domain/passwords.ts'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { required } from '../../app/kit/forms/bound.tsx'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password, with a button that shows it. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
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
  )
}

/** The rules of new passwords, for the hint of a field. */
export const NEW_PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters. Very common passwords are refused.`

/** Returns the problem of a field for a new password, or null. The server also knows the common ones. */
export function problemOfNewPassword(label: string, value: string): string | null {
  const problem = newPasswordProblem(value)
  return required(label)(value) ?? (problem && `A password ${problem.message}`)
}
