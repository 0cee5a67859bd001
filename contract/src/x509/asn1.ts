/** Loads the libraries of certificates and keys on first use: neither the console's first page nor the server's start needs them. */
export const asn1 = async () => {
  const [schema, x509, rsa, pkcs8] = await Promise.all([
    import('@peculiar/asn1-schema'),
    import('@peculiar/asn1-x509'),
    import('@peculiar/asn1-rsa'),
    import('@peculiar/asn1-pkcs8'),
  ])
  return { ...schema, ...x509, ...rsa, ...pkcs8 }
}
