import { NAME_MAX_LENGTH, nameProblem } from '@granary/domain/names.ts'
import { MAX_PASSWORD_BYTES, passwordProblem } from '@granary/domain/passwords.ts'
import { z } from 'zod'
import { SecondFactor } from '../second-factor.ts'
import { addProblem, checkedText, Timestamp, Uuid } from '../scalars.ts'

/** The sign-in name of a local user, by the rules of resource names. */
export const UserId = checkedText((value) => nameProblem(value, 'User name'), NAME_MAX_LENGTH).meta({
  id: 'UserId',
  minLength: 1,
})

/** Any text of at most 512 bytes, because older passwords may be short. New ones have rules of their own. */
export const Password = z
  .string()
  .superRefine((value, context) => {
    const message = passwordProblem(value)
    if (message) addProblem(context, 'too_long', message)
  })
  .meta({ id: 'Password', maxLength: MAX_PASSWORD_BYTES })

export const UserPassword = z
  .discriminatedUnion('mode', [
    z.object({
      mode: z.literal('password'),
      value: Password.meta({
        description: 'The new password: at least 8 characters, not the user name, and not a very common one',
      }),
    }),
    z.object({ mode: z.literal('login_disallowed') }),
  ])
  .meta({ id: 'UserPassword' })

export const UserCreate = z
  .object({
    externalId: UserId.meta({ description: 'Name that the user signs in with' }),
    password: UserPassword.meta({ description: 'Password, or that signing in is not allowed' }),
  })
  .meta({ id: 'UserCreate' })

/** An active session. */
export const ConsoleSession = z
  .object({
    id: Uuid.meta({ description: 'ID of the session' }),
    timeCreated: Timestamp.meta({ description: 'When the user signed in' }),
    timeLastUsed: Timestamp.meta({ description: 'When the session was last used' }),
  })
  .meta({ id: 'ConsoleSession' })

export const OwnSignIn = z
  .object({
    method: z.enum(['password', 'identity_provider']).meta({
      description: 'Whether users of your silo sign in with passwords or through an identity provider',
    }),
    secondFactor: SecondFactor.nullable().meta({ description: 'Your second factor; null for none' }),
    secondFactorRequired: z
      .boolean()
      .meta({ description: 'Whether your silo requires a second factor, which you then cannot remove' }),
  })
  .meta({ id: 'OwnSignIn' })

export const OwnPasswordUpdate = z
  .object({
    currentPassword: Password.meta({ description: 'The password that you sign in with now' }),
    newPassword: Password.meta({
      description: 'The new password: at least 8 characters, not your user name, and not a very common one',
    }),
  })
  .meta({ id: 'OwnPasswordUpdate' })
