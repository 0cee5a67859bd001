import { ApiError } from '@granary/control-plane/kit/base/errors.ts'
import type { Services } from '@granary/control-plane/kit/context/services.ts'
import { isOwnPath } from '@granary/domain/web-addresses.ts'

/**
 * Redirects a browser to the sign-in of its silo: the silo's own form, or its first enabled identity provider.
 * @param redirectUri the page to return to after sign-in.
 * @throws ApiError 400 when the page is on another site, or when the silo has no way to sign in.
 */
export async function redirectToSignIn(
  services: Services,
  hostname: string,
  redirectUri: string | null,
): Promise<Response> {
  if (redirectUri && !isOwnPath(redirectUri))
    throw new ApiError(400, undefined, 'redirect_uri must be a path of this site')
  const way = await wayOf(services, hostname)
  if (!way) throw new ApiError(400, undefined, 'no identity providers are configured')
  const query = redirectUri && redirectUri !== '/' ? `?redirect_uri=${encodeURIComponent(redirectUri)}` : ''
  return new Response(null, { status: 302, headers: { location: `/login/${way}${query}` } })
}

/**
 * Finds the sign-in of the silo of the host (`NAME.sys.ZONE`), and for any other host that of the first silo that has
 * one.
 */
async function wayOf({ db, settings }: Services, hostname: string): Promise<string | undefined> {
  const named = nameIn(hostname, settings.externalDnsZone)
  const silos = await db
    .selectFrom('silo')
    .select(['name', 'identity_mode'])
    .select((silo) =>
      silo
        .selectFrom('saml_provider')
        .select('saml_provider.name')
        .whereRef('saml_provider.silo_id', '=', 'silo.id')
        .where('saml_provider.enabled', '=', 1)
        .orderBy('saml_provider.time_created')
        .orderBy('saml_provider.id')
        .limit(1)
        .as('provider'),
    )
    .orderBy('time_created')
    .orderBy('id')
    .execute()
  const ways = silos.map(({ name, identity_mode, provider }) => ({
    name,
    local: identity_mode === 'local_only',
    way: identity_mode === 'local_only' ? `${name}/local` : provider && `${name}/saml/${provider}`,
  }))
  const own = ways.find(({ name }) => name === named)
  if (own) return own.way ?? undefined
  return (ways.find(({ local }) => local) ?? ways.find(({ way }) => way))?.way ?? undefined
}

/** Returns the silo of a host name, in the zone of the settings, or in any zone where there is none. */
function nameIn(hostname: string, zone: string | null): string | undefined {
  const [, name, of] = /^([a-z][a-z0-9-]*)\.sys\.(.+)$/.exec(hostname) ?? []
  return zone === null || of === zone ? name : undefined
}
