/** Tiers of cities as the Government of India has them for its own people; all others are Z. */
export const INDIAN_TIERS = {
  X: 'Ahmedabad, Bengaluru, Chennai, Delhi, Hyderabad, Kolkata, Mumbai, Pune',
  Y:
    'Agra, Ajmer, Aligarh, Amravati, Amritsar, Asansol, Aurangabad, Bareilly, Belagavi, Bhavnagar, Bhilai, Bhiwandi, ' +
    'Bhopal, Bhubaneswar, Bikaner, Bokaro, Chandigarh, Coimbatore, Cuttack, Dehradun, Dhanbad, Dharwad, Durg, ' +
    'Durgapur, Erode, Faridabad, Firozabad, Ghaziabad, Gorakhpur, Guntur, Gurugram, Guwahati, Gwalior, Hubballi, ' +
    'Indore, Jabalpur, Jaipur, Jalandhar, Jammu, Jamnagar, Jamshedpur, Jhansi, Jodhpur, Kalaburagi, Kannur, Kanpur, ' +
    'Kochi, Kolhapur, Kollam, Kota, Kozhikode, Lucknow, Ludhiana, Madurai, Malappuram, Malegaon, Mangaluru, Meerut, ' +
    'Moradabad, Mysuru, Nagpur, Nanded, Nashik, Nellore, Noida, Patna, Prayagraj, Puducherry, Raipur, Rajkot, ' +
    'Ranchi, Rourkela, Saharanpur, Salem, Sangli, Siliguri, Solapur, Srinagar, Surat, Thiruvananthapuram, Thrissur, ' +
    'Tiruchirappalli, Tiruppur, Ujjain, Vadodara, Varanasi, Vijayawada, Visakhapatnam, Warangal',
};
