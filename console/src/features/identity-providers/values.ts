import type { CallInput, Extensions } from '@granary/contract/call.ts'
import type { MissingGroups } from '@granary/domain/missing-groups.ts'
import { pathTo } from '../../app/paths.ts'

/** Values of the form of a new provider. */
export type ProviderValues = {
  name: string
  description: string
  technicalContactEmail: string
  spClientId: string
  /** Whether the ACS URL is the standard one. */
  usesStandardAcsUrl: boolean
  acsUrl: string
  sloUrl: string
  publicCert: File | null
  privateKey: File | null
  idpEntityId: string
  groupAttributeName: string
  source: 'url' | 'xml'
  metadataUrl: string
  metadataXml: File | null
  /** Whether the provider may start sign-ins. */
  allowUnsolicited: boolean
  /** What an answer without the group attribute does to a user's groups. */
  missingGroups: MissingGroups
  /** The attribute that identifies a user; blank for the NameID. */
  userIdAttribute: string
}

export const newProvider: ProviderValues = {
  name: '',
  description: '',
  technicalContactEmail: '',
  spClientId: '',
  usesStandardAcsUrl: true,
  acsUrl: '',
  sloUrl: '',
  publicCert: null,
  privateKey: null,
  idpEntityId: '',
  groupAttributeName: '',
  source: 'url',
  metadataUrl: '',
  metadataXml: null,
  allowUnsolicited: false,
  missingGroups: 'keep',
  userIdAttribute: '',
}

/** Returns the path where users of a provider sign in. */
export const signInPath = (silo: string, provider: string): string =>
  pathTo('/login/$silo/saml/$provider', { silo, provider })

/** Returns the standard ACS URL of a provider: on the silo's own host, if silos have hosts, or on this one. */
export function standardAcsUrl(
  silo: string,
  provider: string,
  { host, protocol }: Location = location,
): string {
  const origin = /^[^.]+(\.sys\..+)$/.exec(host)
  return `${protocol}//${origin ? `${silo}${origin[1]}` : host}${signInPath(silo, provider)}`
}

/** Returns the bytes of a file in base64. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Returns where metadata comes from: a URL, or a file in base64. */
export const metadataSource = async ({
  source,
  metadataXml,
  metadataUrl,
}: ProviderValues): Promise<CallInput<'samlIdentityProviderCreate'>['body']['idpMetadataSource']> =>
  source === 'xml' && metadataXml
    ? { type: 'base64_encoded_xml', data: await base64Of(metadataXml) }
    : { type: 'url', url: metadataUrl }

/**
 * Returns the request body: files in base64, without blank fields.
 * @param extensions the server's; without them it knows none of the settings that are extensions.
 */
export async function providerBody(
  values: ProviderValues,
  acsUrl: string,
  extensions: Extensions | null,
): Promise<CallInput<'samlIdentityProviderCreate'>['body']> {
  const { publicCert, privateKey } = values
  const group = values.groupAttributeName.trim()
  const userId = values.userIdAttribute.trim()
  return {
    name: values.name,
    description: values.description,
    technicalContactEmail: values.technicalContactEmail,
    spClientId: values.spClientId,
    acsUrl,
    sloUrl: values.sloUrl,
    idpEntityId: values.idpEntityId,
    ...(group ? { groupAttributeName: group } : {}),
    idpMetadataSource: await metadataSource(values),
    ...(publicCert && privateKey
      ? { signingKeypair: { publicCert: await base64Of(publicCert), privateKey: await base64Of(privateKey) } }
      : {}),
    ...(extensions && values.allowUnsolicited ? { allowUnsolicited: extensions.value(true) } : {}),
    ...(extensions && group && values.missingGroups !== 'keep'
      ? { missingGroups: extensions.value(values.missingGroups) }
      : {}),
    ...(extensions && userId ? { userIdAttribute: extensions.value(userId) } : {}),
  }
}
