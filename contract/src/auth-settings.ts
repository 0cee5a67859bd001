import { z } from 'zod'
import { onOwnSilo } from './needs.ts'
import { family, get, put } from './operation.ts'
import { extra, extraInput } from './extension.ts'
import { Uuid } from './scalars.ts'

const maximum = z.int().min(1).max(4_294_967_295)

export const SiloAuthSettings = z
  .object({
    siloId: Uuid.meta({ description: 'The silo' }),
    deviceTokenMaxTtlSeconds: maximum
      .nullish()
      .meta({ description: 'Access tokens hold so long at most; null when they need not end.' }),
    secondFactorRequired: extra(
      z.boolean().meta({ description: 'Whether users who sign in with a password need a second factor' }),
    ),
  })
  .meta({ id: 'SiloAuthSettings' })

export const SiloAuthSettingsUpdate = z
  .object({
    deviceTokenMaxTtlSeconds: maximum
      .nullable()
      .meta({ description: 'Longest lifetime of access tokens, in seconds; null for no limit' }),
    secondFactorRequired: extraInput(
      z.boolean().meta({
        description:
          'Whether users who sign in with a password need a second factor; unchanged unless given. Users without one can only set it up from then on, also with sessions and access tokens that they have. A change needs the strongest fleet role that anyone in the silo has.',
      }),
    ),
  })
  .meta({ id: 'SiloAuthSettingsUpdate' })

export const authSettings = family('silos', {
  authSettingsView: get('/v1/auth-settings', {
    summary: "Fetch the caller's silo's settings for signing in",
    description:
      'Returns the longest lifetime of new access tokens, and whether a second factor is required.',
    needs: onOwnSilo('read'),
    shows: ['silo-auth-settings'],
    response: SiloAuthSettings,
  }),
  authSettingsUpdate: put('/v1/auth-settings', {
    summary: "Update the caller's silo's settings for signing in",
    description:
      'Applies to new access tokens and sign-ins. Existing tokens keep their expiration, and sessions continue.',
    needs: onOwnSilo('modify'),
    changes: ['silo-auth-settings'],
    body: SiloAuthSettingsUpdate,
    response: SiloAuthSettings,
  }),
})
