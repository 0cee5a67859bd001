import { MAX_METADATA_LENGTH, MAX_PEM_LENGTH } from '@granary/domain/limits.ts'
import { fleetRoles } from '@granary/domain/roles.ts'
import { z } from 'zod'
import { extra, extraInput } from '../extension.ts'
import { identity, identityCreate, Name, WebUrl } from '../scalars.ts'

export const IdentityProviderType = z.enum(['saml']).meta({ id: 'IdentityProviderType' })

/** The strongest fleet role that a provider or token may give. */
export const MaxFleetRole = z
  .enum(fleetRoles)
  .nullable()
  .meta({ description: 'The strongest fleet role that users can have through it; null for none' })

const enabled = z.boolean().meta({ description: 'Whether users can sign in through it' })
const allowUnsolicited = z.boolean().meta({
  description: 'Whether the provider may start sign-ins, by answers to no request of this site',
})

export const IdentityProvider = z
  .object({
    ...identity,
    providerType: IdentityProviderType.meta({ description: 'Protocol of the provider' }),
    enabled: extra(enabled),
    allowUnsolicited: extra(allowUnsolicited),
    maxFleetRole: extra(MaxFleetRole),
  })
  .meta({ id: 'IdentityProvider' })

export const IdpMetadataSource = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('url'),
      url: z.string().max(2048).meta({ description: 'Address of the metadata document' }),
    }),
    z.object({
      type: z.literal('base64_encoded_xml'),
      data: z.string().max(MAX_METADATA_LENGTH).meta({ description: 'The metadata document in base64' }),
    }),
  ])
  .meta({ id: 'IdpMetadataSource' })

/** The signing key for requests to the identity provider: both parts in DER, as base64. */
export const DerEncodedKeyPair = z
  .object({
    publicCert: z.string().max(MAX_PEM_LENGTH).meta({ description: 'X.509 certificate' }),
    privateKey: z.string().max(MAX_PEM_LENGTH).meta({ description: 'RSA key in PKCS #1 of the certificate' }),
  })
  .meta({ id: 'DerEncodedKeyPair' })

const text = z.string().min(1).max(1024)

/** The entity ids and addresses that both sides of SAML use. */
const saml = {
  technicalContactEmail: z.string().max(512).meta({ description: 'Whom to write to about this connection' }),
  spClientId: text.meta({ description: 'Our entity id at the provider, and the audience of what it says.' }),
  acsUrl: WebUrl.meta({ description: 'Address that the provider posts its answers to' }),
  sloUrl: WebUrl.meta({ description: 'Address for single logout' }),
  idpEntityId: text.meta({ description: 'The issuer of what the provider says.' }),
}

export const SamlIdentityProviderCreate = z
  .object({
    ...identityCreate,
    ...saml,
    groupAttributeName: text
      .nullish()
      .meta({ description: "Attribute of an assertion that lists the user's groups" }),
    idpMetadataSource: IdpMetadataSource.meta({ description: "Where the provider's metadata comes from" }),
    signingKeypair: DerEncodedKeyPair.nullish().meta({
      description: 'Key pair that signs requests to the provider',
    }),
    allowUnsolicited: extraInput(allowUnsolicited),
  })
  .meta({ id: 'SamlIdentityProviderCreate' })

export const SamlIdentityProviderUpdate = z
  .object({
    maxFleetRole: MaxFleetRole.optional(),
    enabled: enabled.optional(),
    allowUnsolicited: allowUnsolicited.optional(),
  })
  .meta({ id: 'SamlIdentityProviderUpdate' })

export const SamlIdentityProviderMetadata = z
  .object({
    idpMetadataSource: IdpMetadataSource.meta({ description: 'Where the new metadata comes from' }),
    idpEntityId: text
      .optional()
      .meta({ description: "The provider's entity ID in the new metadata; by default the current one" }),
  })
  .meta({ id: 'SamlIdentityProviderMetadata' })

/** A sign-in that waits for the user's consent, because another user is signed in in the same browser. */
export const SamlAnswer = z
  .object({
    displayName: z.string().meta({ description: 'Name of the user who would be signed in' }),
    siloName: Name.meta({ description: "Name of the user's silo" }),
    redirectUri: z.string().meta({ description: 'Path of the page to open afterwards' }),
  })
  .meta({ id: 'SamlAnswer' })

export const SamlIdentityProvider = z
  .object({
    ...identity,
    technicalContactEmail: z.string().meta({ description: 'Whom to write to about this connection' }),
    spClientId: z.string().meta({ description: 'Our entity ID at the provider' }),
    acsUrl: z.string().meta({ description: 'Address that the provider posts its answers to' }),
    sloUrl: z.string().meta({ description: 'Address for single logout' }),
    idpEntityId: z.string().meta({ description: "The provider's entity ID" }),
    groupAttributeName: z
      .string()
      .nullable()
      .meta({ description: "Attribute of an assertion that lists the user's groups" }),
    publicCert: z
      .string()
      .nullable()
      .meta({ description: 'Certificate that requests are signed with, DER in base64' }),
    maxFleetRole: extra(MaxFleetRole),
    enabled: extra(enabled),
    allowUnsolicited: extra(allowUnsolicited),
  })
  .meta({ id: 'SamlIdentityProvider' })
