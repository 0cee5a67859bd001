/** What a create form is filled in from. */
type LikeSearch = { like?: string | undefined }

/** Reads the resource that a new one is like from a URL. */
export const likeSearch = ({ like }: Record<string, unknown>): LikeSearch => ({
  like: typeof like === 'string' && like !== '' ? like : undefined,
})

/** Returns the address of a create form that is filled in from a resource. */
export const likeHref = (form: string, name: string): string => `${form}?like=${encodeURIComponent(name)}`
