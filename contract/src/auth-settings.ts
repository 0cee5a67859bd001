import { z } from 'zod'
import { onOwnSilo } from './needs.ts'
import { family, get, put } from './operation.ts'
import { Uuid } from './scalars.ts'

const maximum = z.int().min(1).max(4_294_967_295)

export const SiloAuthSettings = z
  .object({
    siloId: Uuid.meta({ description: 'The silo' }),
    deviceTokenMaxTtlSeconds: maximum
      .nullish()
      .meta({ description: 'Access tokens hold so long at most; null when they need not end.' }),
  })
  .meta({ id: 'SiloAuthSettings' })

export const SiloAuthSettingsUpdate = z
  .object({
    deviceTokenMaxTtlSeconds: maximum
      .nullable()
      .meta({ description: 'Longest lifetime of access tokens, in seconds; null for no limit' }),
  })
  .meta({ id: 'SiloAuthSettingsUpdate' })

export const authSettings = family('silos', {
  authSettingsView: get('/v1/auth-settings', {
    summary: "Fetch the caller's silo's settings for access tokens",
    description: 'Returns the longest lifetime that a new access token can have.',
    needs: onOwnSilo('read'),
    shows: ['silo-auth-settings'],
    response: SiloAuthSettings,
  }),
  authSettingsUpdate: put('/v1/auth-settings', {
    summary: "Update the caller's silo's settings for access tokens",
    description: 'Applies to new access tokens only. Existing tokens keep their expiration.',
    needs: onOwnSilo('modify'),
    changes: ['silo-auth-settings'],
    body: SiloAuthSettingsUpdate,
    response: SiloAuthSettings,
  }),
})
