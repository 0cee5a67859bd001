import { z } from 'zod'
import { family, get, put } from './operation.ts'
import { Uuid } from './scalars.ts'

const maximum = z.int().min(1).max(4_294_967_295)

export const SiloAuthSettings = z
  .object({
    siloId: Uuid,
    /** Access tokens hold so long at most; null when they need not end. */
    deviceTokenMaxTtlSeconds: maximum.nullish(),
  })
  .meta({ id: 'SiloAuthSettings' })

export const SiloAuthSettingsUpdate = z
  .object({ deviceTokenMaxTtlSeconds: maximum.nullable() })
  .meta({ id: 'SiloAuthSettingsUpdate' })

export const authSettings = family('silos', {
  authSettingsView: get('/v1/auth-settings', {
    summary: "Fetch what the caller's silo asks of access tokens",
    response: SiloAuthSettings,
  }),
  authSettingsUpdate: put('/v1/auth-settings', {
    summary: "Set what the caller's silo asks of access tokens",
    body: SiloAuthSettingsUpdate,
    response: SiloAuthSettings,
  }),
})
