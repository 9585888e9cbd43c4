/** Whether this is a Mac, an iPad or an iPhone, whose keyboards have other key names. */
export const isApple = (platform: string = navigator.platform): boolean =>
  /^(mac|ip(hone|ad|od))/i.test(platform);
