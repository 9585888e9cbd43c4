/** Whether this is a Mac, an iPad or an iPhone, whose keyboards say it differently. */
export const isApple = (platform: string = navigator.platform): boolean =>
  /^(mac|ip(hone|ad|od))/i.test(platform);
